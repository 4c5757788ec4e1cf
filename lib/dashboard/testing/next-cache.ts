// In the place of `next/cache` in all tests (vitest.config.mjs): no page is kept that could be made again.

export const revalidatePath = () => {};
