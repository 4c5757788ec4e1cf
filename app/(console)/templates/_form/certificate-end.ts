import "server-only";
import { X509Certificate } from "node:crypto";
import { certificateBlocks } from "@/app/_certificates/pem";

/** A new root takes a while to come by. */
const NEAR_DAYS = 60;
const DAY_MS = 24 * 3600 * 1000;

/** When the first of a text's certificates ends; null where none can be read. */
export function certificateEnd(text: string): Date | null {
	const ends = certificateBlocks(text).flatMap((block) => {
		try {
			return [Date.parse(new X509Certificate(block).validTo)];
		} catch {
			return [];
		}
	});
	return ends.length > 0 ? new Date(Math.min(...ends)) : null;
}

/** Whether an end has passed or comes within 60 days. */
export function isEndNear(end: Date, now: Date): boolean {
	return end.getTime() - now.getTime() <= NEAR_DAYS * DAY_MS;
}
