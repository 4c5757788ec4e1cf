/** The browser to launch. Without a path Playwright uses its own. */
export type Browser = { executablePath?: string; env?: Record<string, string> };
