import "server-only";
import { settleLookedUp } from "../audit/audited-write";
import { ManagementError } from "./call/errors";

/** The same failure once a look-up has shown that the write was not carried out. */
export async function notCarriedOut(error: ManagementError): Promise<ManagementError> {
	await settleLookedUp(error, "not-done");
	const { kind, status, reference, cause } = error;
	return new ManagementError(kind, { status, reference, cause, lookedUp: true });
}
