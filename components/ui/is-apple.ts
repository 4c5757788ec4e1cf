/** Whether a machine's keyboard has ⌘ where others have Ctrl. @param userAgent as the browser sends it */
export function isApple(userAgent: string): boolean {
	return /Mac|iPhone|iPad/.test(userAgent);
}
