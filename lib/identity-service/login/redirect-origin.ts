/**
 * Origin of an application's address, or the scheme alone of a native application's: what a source list takes.
 * @returns null for what is no address
 */
export function redirectOrigin(address: unknown): string | null {
	if (typeof address !== "string" || !URL.canParse(address)) return null;
	const { origin, protocol } = new URL(address);
	return origin === "null" ? protocol : origin;
}
