// Replaces `next/headers` in all tests (vitest.config.mjs).
import { nextHeaders } from "./dashboard-state";

export const { cookies, headers } = nextHeaders;
