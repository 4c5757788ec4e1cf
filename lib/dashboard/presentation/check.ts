import "server-only";
import { MdocFault } from "@/lib/mdoc/mdoc-fault";
import { requestedElements } from "@/lib/mdoc/request/request";
import type { TrustedRoot } from "@/lib/mdoc/verification/verification";
import { verifyResponse } from "@/lib/mdoc/verification/verify-response";
import type { Role } from "../session/permissions";
import { type CheckField, PasteFault } from "./pasted/bytes-of-text";
import { readPasted } from "./pasted/read-pasted";
import { readSession, type SessionTexts } from "./pasted/read-session";
import type { PresentationReport } from "./presentation-report";
import { sessionFacts } from "./report/downloads";
import { reportOn } from "./report-on";
import { listedRoots, rootsOf } from "./trusted-roots";

export type CheckTexts = SessionTexts & Record<"response" | "date" | "root", string>;

type Checked = {
	/** The elements of the template. */
	names: readonly string[];
	texts: CheckTexts;
	/** See `VerificationContext`. */
	isClockStrict?: boolean;
	/** Trusted in addition to the trust list and the extra root. */
	roots: readonly TrustedRoot[];
	/** Of the admin who reads the report. */
	role: Role;
	labelOf: (name: string) => string;
	now: Date;
};

export type CheckOutcome =
	| { report: PresentationReport; at: Date; fault?: undefined }
	| { fault: { field: CheckField; message: string } };

/** Verifies a pasted response against a template. It is not stored, and no fault quotes it. @throws TrustListFault */
export async function checkResponse({
	names,
	texts,
	isClockStrict = false,
	roots: own,
	role,
	labelOf,
	now,
}: Checked): Promise<CheckOutcome> {
	try {
		const at = readDate(texts.date, now);
		const extra = extraRoots(texts.root);
		const { transcript, privateKey } = await readSession(texts);
		const { response, deviations } = await readPasted(texts.response, { transcript, privateKey });
		const roots = [...(await listedRoots(now)), ...own, ...extra];
		const requested = requestedElements({ names, isRetained: null });
		const context = { requested, transcript, readerKey: privateKey, roots, at, isClockStrict, deviations };
		const verification = verifyResponse(response, context);
		const session = transcript ? sessionFacts({}, transcript) : [];
		return { report: reportOn({ verification, response, request: null, roots, session, role, labelOf }), at };
	} catch (error) {
		if (error instanceof PasteFault) return { fault: { field: error.field, message: error.message } };
		throw error;
	}
}

function extraRoots(pem: string): TrustedRoot[] {
	if (pem.trim() === "") return [];
	try {
		return rootsOf(pem, "Extra root, given here");
	} catch (error) {
		if (!(error instanceof MdocFault)) throw error;
		throw new PasteFault("root", `${error.message} Enter a root certificate in PEM.`);
	}
}

const WRITTEN = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/i;

/**
 * The moment for which validity is checked: a day, or a moment in ISO 8601, in UTC where it names no other zone.
 * @param now the moment of an empty text
 * @throws PasteFault
 */
function readDate(text: string, now: Date): Date {
	const written = text.trim();
	if (written === "") return now;
	const [, zone] = WRITTEN.exec(written) ?? [];
	const isDay = written.length === "2026-01-01".length;
	const moment = new Date(isDay || zone ? written : `${written}Z`);
	// A 31 February would roll over into March.
	const day = new Date(`${written.slice(0, 10)}T00:00Z`).getUTCDate();
	const isThere = !Number.isNaN(moment.getTime()) && day === Number(written.slice(8, 10));
	if (WRITTEN.test(written) && isThere) return moment;
	throw new PasteFault("date", "This is not a date. Write a day as 2026-01-31, or a time as 2026-01-31T09:30Z.");
}
