/** What to launch. Without a path Playwright takes its own browser. */
export type Browser = { executablePath?: string; env?: Record<string, string> };
