// Replaces `next/cache` in all tests (vitest.config.mjs): no page is cached that could be revalidated.

export const revalidatePath = () => {};
