import { useSyncExternalStore } from "react";

/** Scripts that run once run for the life of the page. */
const never = () => () => {};

/** Whether this runs in the page: false while the server draws it, and until its scripts have taken it over. */
export function useHydrated(): boolean {
	return useSyncExternalStore(
		never,
		() => true,
		() => false,
	);
}
