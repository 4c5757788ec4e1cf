/** At most 64 characters before the @ and 254 in all (RFC 5321 section 4.5.3.1); no spaces, controls or broken text. */
const ADDRESS = /^(?=.{3,254}$)[^\s@\p{Cc}\p{Cs}\u{fffd}]{1,64}@[^\s@\p{Cc}\p{Cs}\u{fffd}]+$/u;

/**
 * An address for a new account, without the spaces around it; null for what is none. One that only looks like another
 * (a Kelvin sign in place of a K) is none: both would be the same account.
 */
export function newAddress(typed: string): string | null {
	const address = typed.trim();
	return ADDRESS.test(address) && address.normalize("NFKC") === address ? address : null;
}
