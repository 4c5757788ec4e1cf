import "server-only";
import { SAMPLE_LICENCES, type SampleLicenceId } from "@/lib/mdoc/sample/sample-licences";

export { SAMPLE_LICENCES };

/** Null for what is none of them. */
export function sampleLicenceId(text: string): SampleLicenceId | null {
	return SAMPLE_LICENCES.find(({ id }) => id === text)?.id ?? null;
}
