import { useEffect, useEffectEvent } from "react";

/** Listens on the window while the component is mounted. @param isCapture in the capture phase, before the page's listeners */
export function useWindowEvent<Type extends keyof WindowEventMap>(
	type: Type,
	listener: (event: WindowEventMap[Type]) => void,
	isCapture = false,
): void {
	const onEvent = useEffectEvent(listener);
	useEffect(() => {
		const handle = (event: WindowEventMap[Type]) => onEvent(event);
		window.addEventListener(type, handle, isCapture);
		return () => window.removeEventListener(type, handle, isCapture);
	}, [type, isCapture]);
}
