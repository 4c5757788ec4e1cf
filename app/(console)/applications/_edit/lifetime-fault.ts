/** Why a text is no lifetime of at most so many seconds; null where it is one. */
export function lifetimeFault(text: string, max: number): string | null {
	const isValid = /^[1-9]\d{0,8}$/.test(text) && Number(text) <= max;
	return isValid ? null : `A lifetime is a whole number of seconds, from 1 to ${max}.`;
}
