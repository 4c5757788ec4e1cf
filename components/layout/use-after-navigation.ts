import { usePathname } from "next/navigation";
import { useEffect, useEffectEvent, useRef } from "react";

/** Calls back after each client-side navigation, once the page is rendered. @param after gets the page's path */
export function useAfterNavigation(after: (pathname: string) => void): void {
	const pathname = usePathname();
	const shown = useRef(pathname);
	const onNavigated = useEffectEvent(after);
	useEffect(() => {
		if (pathname === shown.current) return;
		shown.current = pathname;
		onNavigated(pathname);
	}, [pathname]);
}
