import { timingSafeEqual } from "node:crypto";
import { CHECKPOINT_LIFETIME_HOURS } from "@/lib/contract/limits";
import type { IdentityService } from "../context/identity-service";
import { Refusal } from "../http/refusal";
import { keyedHash } from "../keys/derived";

/** What a checkpoint belongs to: it continues this list with these filters and no other. */
export type CheckpointList = readonly (string | null)[];

/**
 * Makes the text that continues a list behind a position. It is authenticated, good for one list, and expires.
 * @param position where the page ended, one text per sort column
 */
export function encodeCheckpoint(service: IdentityService, list: CheckpointList, position: readonly string[]): string {
	const content = JSON.stringify([service.now().getTime(), ...position]);
	return `${Buffer.from(content).toString("base64url")}.${sign(service.secrets.current, list, content)}`;
}

/**
 * @returns the position; null for the start of the list
 * @throws Refusal 400 when the text was not made here for this list in the last 24 hours
 */
export function decodeCheckpoint(
	service: IdentityService,
	list: CheckpointList,
	checkpoint: string | undefined,
): string[] | null {
	if (checkpoint === undefined) return null;
	const [encoded = "", signature = "", ...rest] = checkpoint.split(".");
	const content = Buffer.from(encoded, "base64url").toString();
	const isOurs = service.secrets.known.some((secret) => isSameText(signature, sign(secret, list, content)));
	if (rest.length > 0 || !isOurs) throw badCheckpoint();
	const [madeAt, ...position] = JSON.parse(content) as [number, ...string[]];
	if (service.now().getTime() - madeAt > CHECKPOINT_LIFETIME_HOURS * 3_600_000) throw badCheckpoint();
	return position;
}

function sign(secret: string, list: CheckpointList, content: string): string {
	return keyedHash(secret, "checkpoints", JSON.stringify([list, content]));
}

function isSameText(given: string, expected: string): boolean {
	const [a, b] = [Buffer.from(given), Buffer.from(expected)];
	return a.length === b.length && timingSafeEqual(a, b);
}

function badCheckpoint(): Refusal {
	return new Refusal(
		400,
		"invalid_query_string",
		"The checkpoint ID provided in the 'from' parameter has expired or is invalid, please remove the checkpoint ID and try again",
	);
}
