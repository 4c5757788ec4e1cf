import { randomBytes } from "node:crypto";
import type { IdentityService } from "../context/identity-service";
import { keyedHash } from "../keys/derived";

const TICKET_BYTES = 32;
const TICKET_PATTERN = /^[\w-]{43}$/;

/** A ticket is valid for its own purpose only. */
export type TicketPurpose = "sign-up" | "sign-up-browser" | "password-reset";

/** Of a link that is no longer valid, in the log. */
export const DEAD_LINK = "The link was used before, has expired, or is incomplete.";

/** 256 random bits for a link or a cookie, in base64url. */
export function newTicket(): string {
	return randomBytes(TICKET_BYTES).toString("base64url");
}

export function ticketHash({ secrets }: Pick<IdentityService, "secrets">, purpose: TicketPurpose, ticket: string) {
	return keyedHash(secrets.current, `ticket:${purpose}`, ticket);
}

/** The hashes under each known secret, for a look-up; none for a malformed ticket. */
export function ticketHashes(
	{ secrets }: Pick<IdentityService, "secrets">,
	purpose: TicketPurpose,
	ticket: string,
): string[] {
	if (!TICKET_PATTERN.test(ticket)) return [];
	return secrets.known.map((secret) => keyedHash(secret, `ticket:${purpose}`, ticket));
}

/** The address of a page with a ticket. */
export function ticketLink({ config }: Pick<IdentityService, "config">, path: string, ticket: string): string {
	return new URL(`${path}?${new URLSearchParams({ ticket })}`, config.issuer).href;
}
