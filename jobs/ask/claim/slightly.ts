// Words that say of a change or a sign that it is a small one.
export const SLIGHTLY = /^(?:slightly|a bit|a little|modestly|marginally|somewhat|mildly|gently|a touch)$/i;
