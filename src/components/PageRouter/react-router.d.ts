import type {Context} from 'react';
import type {History} from 'history';

declare module 'react-router' {
  /** Exported by the library, and not by its types. */
  export const __HistoryContext: Context<History>;
}
