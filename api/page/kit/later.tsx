// What waits until that before it is painted: a long page stands sooner so, from its head on.
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";

type LaterProps = {
  readonly children: ComponentChildren;
};

export function Later({ children }: LaterProps) {
  const [isDue, setDue] = useState(false);
  useLayoutEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setDue(true));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  return <>{isDue && children}</>;
}
