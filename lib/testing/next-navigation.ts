// Replaces `next/navigation` in all tests (vitest.config.mjs): there is no router outside the framework.
export * from "next/navigation.js";

/** A test that follows it replaces its functions. */
export const router = {
	push(_address: string) {},
	replace(_address: string, _options: object) {},
	refresh() {},
};
export const useRouter = () => router;
export const usePathname = () => "/";
export const useSearchParams = () => new URLSearchParams();
