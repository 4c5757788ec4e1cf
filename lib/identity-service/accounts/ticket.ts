import { randomBytes } from "node:crypto";
import type { IdentityService } from "../context/identity-service";
import { keyedHash } from "../keys/derived";

const TICKET_BYTES = 32;
const TICKET_PATTERN = /^[\w-]{43}$/;

/** What a ticket is for: none of one kind is good for another. */
export type TicketPurpose = "sign-up" | "sign-up-browser" | "password-reset";

/** 256 random bits for a link or a cookie, in base64url. */
export function newTicket(): string {
	return randomBytes(TICKET_BYTES).toString("base64url");
}

export function ticketHash({ secrets }: Pick<IdentityService, "secrets">, purpose: TicketPurpose, ticket: string) {
	return keyedHash(secrets.current, `ticket:${purpose}`, ticket);
}

/** Under each secret that is known, for a look-up; none for what is no ticket. */
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
