import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import type { HashCost } from "../context/identity-service";

/**
 * In UTF-16 units. A longer text is no password of anyone's, and is not read: it is normalized before it is hashed, which
 * takes the square of the number of combining marks.
 */
export const PASSWORD_READ_MAX = 1024;
/** 16 MiB and a few ten milliseconds a hash (N = 2^14, r = 8, p = 5: OWASP's choice for little memory). */
export const PASSWORD_COST: HashCost = { N: 16_384, r: 8, p: 5 };
/** Node refuses above 32 MiB by default; a stored hash with a higher cost than the present one must still verify. */
const MEMORY_BYTES_MAX = 256 * 1024 * 1024;
const SALT_BYTES = 16;
const KEY_BYTES = 32;
const HASH_PATTERN = /^\$scrypt\$N=(\d{1,7}),r=(\d{1,2}),p=(\d{1,2})\$([\w-]{22,})\$([\w-]{43,})$/;

/**
 * Hashes a password with scrypt and a fresh salt.
 * @param cost stored in the hash, which is verified at the same cost
 * @returns `$scrypt$N=16384,r=8,p=5$<salt>$<key>`, salt and key in base64url
 * @throws RangeError for a text above PASSWORD_READ_MAX
 */
export async function hashPassword(password: string, cost = PASSWORD_COST): Promise<string> {
	if (password.length > PASSWORD_READ_MAX) throw new RangeError("The password is too long to be hashed.");
	const salt = randomBytes(SALT_BYTES);
	const key = await derive(password, salt, KEY_BYTES, cost);
	return `$scrypt$N=${cost.N},r=${cost.r},p=${cost.p}$${salt.toString("base64url")}$${key.toString("base64url")}`;
}

/**
 * Compares a password with a stored hash in constant time. A text above PASSWORD_READ_MAX matches none, and no work is
 * done for it, whether there is a hash or not.
 * @param hash null where there is no such user or no password: the same work is done, and the result is false
 * @param cost of new hashes, for that work
 * @throws Error when the stored hash is not one of ours
 */
export async function verifyPassword(password: string, hash: string | null, cost = PASSWORD_COST): Promise<boolean> {
	if (password.length > PASSWORD_READ_MAX) return false;
	if (hash === null) {
		await derive(password, Buffer.alloc(SALT_BYTES), KEY_BYTES, cost);
		return false;
	}
	const [, N, r, p, salt, key] = HASH_PATTERN.exec(hash) ?? [];
	if (!N || !r || !p || !salt || !key) throw new Error("The stored password hash has an unknown form.");
	const expected = Buffer.from(key, "base64url");
	const storedCost = { N: Number(N), r: Number(r), p: Number(p) };
	return timingSafeEqual(await derive(password, Buffer.from(salt, "base64url"), expected.length, storedCost), expected);
}

function derive(password: string, salt: Buffer, length: number, cost: ScryptOptions): Promise<Buffer> {
	return new Promise((resolve, reject) => {
		scrypt(password.normalize("NFC"), salt, length, { ...cost, maxmem: MEMORY_BYTES_MAX }, (error, key) =>
			error ? reject(error) : resolve(key),
		);
	});
}
