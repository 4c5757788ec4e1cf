import type { CborItem } from "../cbor/decode-cbor";
import { MdocFault } from "../mdoc-fault";

/** Tags of RFC 8949, 3.4.1 and RFC 8943. */
const TAG = { dateTime: 0, fullDate: 1004 } as const;
/** RFC 3339, of which ISO/IEC 18013-5, 9.1.2.4, allows whole seconds in UTC. */
const DATE_TIME = /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
const FULL_DATE = /^\d{4}-\d\d-\d\d$/;

/** Deviating spellings of a moment that are accepted: each ends a sentence. */
const DEVIATIONS = {
	fraction: "with fractions of a second, and ISO 18013-5 has whole seconds only",
	zone: "with an offset, and ISO 18013-5 has UTC (Z) only",
	untagged: "without the tag that marks a time (tag 0)",
} as const;

export type WrittenMoment = {
	moment: Date;
	/** How its spelling differs from ISO/IEC 18013-5. */
	deviations: readonly (typeof DEVIATIONS)[keyof typeof DEVIATIONS][];
};

/** A moment (tdate of ISO/IEC 18013-5: tag 0 around RFC 3339), deviating spellings included; null where it is no moment. */
export function readMoment(item: CborItem): WrittenMoment | null {
	const isTagged = item.kind === "tag" && item.tag === TAG.dateTime;
	const content = isTagged ? item.item : item;
	const [text, day = "", fraction, zone] = (content.kind === "text" && DATE_TIME.exec(content.value)) || [];
	if (text === undefined || !isDay(day)) return null;
	const deviations = [
		...(fraction === undefined ? [] : [DEVIATIONS.fraction]),
		...(zone === "Z" ? [] : [DEVIATIONS.zone]),
		...(isTagged ? [] : [DEVIATIONS.untagged]),
	];
	return { moment: new Date(text), deviations };
}

/** A moment, written as ISO/IEC 18013-5 requires. @throws MdocFault */
export function momentOf(item: CborItem, what: string): Date {
	const written = readMoment(item);
	if (written?.deviations.length !== 0) {
		throw new MdocFault(`${what} is not a time such as 2027-01-31T12:00:00Z (tag 0).`, item.at);
	}
	return written.moment;
}

/** The end of a day in UTC (full-date of ISO/IEC 18013-5: tag 1004), or a moment; null where it is neither. */
export function readEnd(item: CborItem): WrittenMoment | null {
	if (item.kind !== "tag" || item.tag !== TAG.fullDate) return readMoment(item);
	if (item.item.kind !== "text" || !isDay(item.item.value)) return null;
	return { moment: new Date(`${item.item.value}T23:59:59Z`), deviations: [] };
}

/** JavaScript reads the 31st of February as the 3rd of March. */
function isDay(text: string): boolean {
	if (!FULL_DATE.test(text)) return false;
	const start = new Date(`${text}T00:00:00Z`);
	return !Number.isNaN(start.getTime()) && start.toISOString().startsWith(text);
}
