/** The engine can't be reached. DocSearch shows its error screen for an error of this name only. */
export class RetryError extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), {cause});
    this.name = 'RetryError';
  }
}
