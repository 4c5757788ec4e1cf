/** The name of the button that prepares the rest once more. */
export function againText(count: number): string {
	return `Preview again for the ${count === 1 ? "one that is" : `${count} that are`} left`;
}
