import type { CborItem } from "../cbor/cbor-item";
import { MdocFault } from "../mdoc-fault";

/** Tags of RFC 8949, 3.4.1 and RFC 8943. */
const TAG = { dateTime: 0, fullDate: 1004 } as const;
/** ISO/IEC 18013-5, 9.1.2.4: no fractions of seconds, and no offset but Z. */
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const FULL_DATE = /^\d{4}-\d\d-\d\d$/;

/**
 * A moment (tdate of ISO/IEC 18013-5: tag 0 around RFC 3339).
 * @throws MdocFault
 */
export function momentOf(item: CborItem, what: string): Date {
	const moment = read(item, TAG.dateTime, DATE_TIME, "");
	if (!moment) throw new MdocFault(`${what} is not a moment as 2027-01-31T12:00:00Z (tag 0).`, item.at);
	return moment;
}

/** The end of a day in UTC (full-date of ISO/IEC 18013-5: tag 1004), or a moment; null where it is neither. */
export function endOf(item: CborItem): Date | null {
	return read(item, TAG.dateTime, DATE_TIME, "") ?? read(item, TAG.fullDate, FULL_DATE, "T23:59:59Z");
}

function read(item: CborItem, tag: number, form: RegExp, rest: string): Date | null {
	if (item.kind !== "tag" || item.tag !== tag || item.item.kind !== "text") return null;
	const text = item.item.value;
	if (!form.test(text)) return null;
	const written = `${text}${rest}`;
	const moment = new Date(written);
	// The 31st of February is none, though JavaScript takes it for the 3rd of March.
	if (Number.isNaN(moment.getTime()) || moment.toISOString() !== written.replace("Z", ".000Z")) return null;
	return moment;
}
