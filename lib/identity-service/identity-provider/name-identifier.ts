import { xmlCharacters } from "@/lib/xml/markup";
import { messageRefusal } from "../http/refusal";
import { CLAIMS, type UserAttribute } from "./user-attributes";

const DEFAULT_PROBES = ["nameidentifier", "emailaddress", "name"].map((name) => CLAIMS + name);

/**
 * What a user is named by: the value of the first attribute that there is. One that XML can't hold as it is names nobody,
 * for what stands in its place could be another's name.
 * @throws Refusal where there is none
 */
export function requireNameIdentifier(
	attributes: readonly UserAttribute[],
	probes: readonly string[] = DEFAULT_PROBES,
): string {
	for (const probe of probes) {
		const found = attributes.find(({ name }) => name === probe);
		const value = found ? String(found.value) : "";
		if (value !== "" && value === xmlCharacters(value)) return value;
	}
	throw messageRefusal(`No attribute was found to generate the nameIdentifier. We tried with: ${probes.join(", ")}`);
}
