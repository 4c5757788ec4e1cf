/** The label of the button that previews the remaining items again. */
export function againText(count: number): string {
	return `Preview again for the ${count === 1 ? "one that is" : `${count} that are`} left`;
}
