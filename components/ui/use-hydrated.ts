import { useSyncExternalStore } from "react";

/** Hydration happens once, so there is nothing to subscribe to. */
const never = () => () => {};

/** Whether the component is hydrated: false on the server and in the first render in the browser. */
export function useHydrated(): boolean {
	return useSyncExternalStore(
		never,
		() => true,
		() => false,
	);
}
