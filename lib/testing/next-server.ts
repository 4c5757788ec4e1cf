// Replaces `next/server` in all tests (vitest.config.mjs): there is no response after which work could begin.
export * from "next/server.js";

export function after(): void {}
