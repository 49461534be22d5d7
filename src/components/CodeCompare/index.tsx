import type {ReactNode} from 'react';

/** Two outputs side by side, one above the other where there is no room. */
export default function CodeCompare({children}: {children: ReactNode}): ReactNode {
  return <div className="code-compare">{children}</div>;
}
