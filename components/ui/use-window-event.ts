import { useEffect, useEffectEvent } from "react";

/** Listens on the window for as long as the component is there. @param isCapture hears it before the page does */
export function useWindowEvent<Type extends keyof WindowEventMap>(
	type: Type,
	listener: (event: WindowEventMap[Type]) => void,
	isCapture = false,
): void {
	const onEvent = useEffectEvent(listener);
	useEffect(() => {
		const hear = (event: WindowEventMap[Type]) => onEvent(event);
		window.addEventListener(type, hear, isCapture);
		return () => window.removeEventListener(type, hear, isCapture);
	}, [type, isCapture]);
}
