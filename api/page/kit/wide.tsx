// Room for what may be wider than the screen: it scrolls by itself, by keyboard too.
import type { ComponentChildren } from "preact";

type WideProps = { readonly label: string; readonly children: ComponentChildren };

export const Wide = ({ label, children }: WideProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no pointer scrolls what has the focus.
  <section class="wide" aria-label={label} tabIndex={0}>
    {children}
  </section>
);
