import { MDL_DOCUMENT_TYPE } from "../mdl";
import { MdocFault } from "../mdoc-fault";
import { Deviations } from "../response/deviations";
import {
	type DeviceResponse,
	type MobileDocument,
	readDeviceResponse,
	readMobileDocument,
} from "../response/device-response";
import type { CheckList } from "./check-list";

/** ISO/IEC 18013-5, 8.3.2.1.2.3. */
const STATUS_OK = 0;
const STATUS = new Map([
	[10, "a general error"],
	[11, "that it could not decode the request's CBOR"],
	[12, "that the request's CBOR was not what it has to be"],
]);

/** The one mobile driving licence of a response, with the checks of the response as a whole; null where none can be read. */
export function findDocument(bytes: Uint8Array, checks: CheckList): MobileDocument | null {
	const deviations = new Deviations();
	try {
		const response = readDeviceResponse(bytes, deviations);
		const [received, ...others] = response.documents.filter(({ docType }) => docType === MDL_DOCUMENT_TYPE);
		const document = received && others.length === 0 ? readMobileDocument(received, deviations) : null;
		checks.passed("format");
		checks.passed("conformance");
		for (const { check, sentence } of deviations.all) checks.deviates(check, sentence);
		checkStatus(response, document, checks);
		if (!received) checks.failed("document", missing(response));
		else if (!document)
			checks.failed("document", `There are ${others.length + 1} mobile driving licences; one was asked for.`);
		else if (![document.docType, null].includes(document.securityObject.docType)) {
			checks.failed("document", "The issuer signed a document of another type than the response says it is.");
		} else checkOthers(response, checks);
		return document;
	} catch (error) {
		if (!(error instanceof MdocFault)) throw error;
		checks.failed("format", error.at === null ? error.message : `At byte ${error.at}: ${error.message}`);
		return null;
	}
}

function checkStatus(response: DeviceResponse, document: MobileDocument | null, checks: CheckList): void {
	const { status, documentErrors } = response;
	const errors = documentErrors.length + (document?.errors.length ?? 0);
	if (status !== null && status !== STATUS_OK) {
		checks.failed(
			"status",
			`The wallet reports ${STATUS.get(status) ?? "an error that is not in the standard"} (${status}).`,
		);
	} else if (errors > 0) {
		const named = counted(errors, "document or element", "documents or elements");
		checks.noted("status", `The wallet says that it does not return ${named}.`);
	} else checks.passed("status");
}

function missing({ documents, documentErrors }: DeviceResponse): string {
	if (documents.length > 0) return "Nothing was sent: there are documents, but no mobile driving licence among them.";
	const error = documentErrors.find(({ docType }) => docType === MDL_DOCUMENT_TYPE);
	return error
		? `Nothing was sent: the wallet says that it does not return the licence (${error.code}).`
		: "Nothing was sent: the response has no documents.";
}

function checkOthers({ documents }: DeviceResponse, checks: CheckList): void {
	const others = documents.length - 1;
	if (others === 0) checks.passed("document");
	else
		checks.noted(
			"document",
			`${counted(others, "further document", "further documents")} of other types came with it and were not looked at.`,
		);
}

function counted(count: number, one: string, many: string): string {
	return `${count} ${count === 1 ? one : many}`;
}
