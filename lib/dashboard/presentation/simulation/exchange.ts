import type { KeyObject } from "node:crypto";
import type { SampleLicenceId } from "@/lib/mdoc/sample/sample-licences";
import type { AskedElement } from "@/lib/mdoc/verification/verification";
import type { Download, PresentationReport } from "../presentation-report";

export type SampleRequest = {
	origin: string;
	asked: readonly AskedElement[];
	licence: SampleLicenceId;
	now: Date;
};

/** A request to a sample wallet and what came back of it. */
export type Exchange = {
	request: Download;
	/** Named as the fields are with which a response is checked. */
	session: PresentationReport["session"];
	answer: SampleAnswer;
};

/** @property missing the names for whose sake nothing was sent */
type SampleAnswer =
	| { response: Uint8Array; transcript: Uint8Array; readerKey: KeyObject | null; missing?: undefined }
	| { missing: readonly string[] };
