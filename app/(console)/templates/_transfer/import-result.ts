/** What became of an import, for the page. */
export type ImportResult = { notes?: string[] | undefined; refusal?: string | undefined };
