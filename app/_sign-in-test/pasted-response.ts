import { RESPONSE_BYTES_MAX } from "@/lib/dashboard/single-sign-on/verified-response";

/** The response in the form of `PasteResponse`, or in a sentence why it can't be checked. */
export function pastedResponse(form: FormData): { response: string; fault?: string } {
	const response = String(form.get("response") ?? "");
	if (response.trim() === "") return { response, fault: "Paste a response first: nothing is there." };
	if (response.length <= 2 * RESPONSE_BYTES_MAX) return { response };
	return { response, fault: `This is longer than ${(2 * RESPONSE_BYTES_MAX) / 1024} KB, the most that is read.` };
}
