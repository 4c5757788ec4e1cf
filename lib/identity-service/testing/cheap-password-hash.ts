import { randomBytes, scryptSync } from "node:crypto";

const COST = { N: 2, r: 1, p: 1 };

/** A stored hash says its own cost. With the lowest a login takes no time in tests that are about something else. */
export async function cheapPasswordHash(password: string): Promise<string> {
	const salt = randomBytes(16);
	const key = scryptSync(password, salt, 32, COST);
	return `$scrypt$N=${COST.N},r=${COST.r},p=${COST.p}$${salt.toString("base64url")}$${key.toString("base64url")}`;
}
