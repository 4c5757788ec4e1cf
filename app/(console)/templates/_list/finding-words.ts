import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from "@/lib/contract/limits";
import type { Finding } from "./finding";
import { listAddress } from "./list-query";

/** What is said of a template with it. */
export const findingTexts: Record<Finding, string> = {
	"almost-everything": "Asks for almost everything",
	"birth-date": "Asks for the date of birth and no age limit",
	"listed-false": "Lists an attribute as false",
	certificate: "Certificate authority has expired or soon will",
};

/** The list of those among the newest 100 templates of which this is to be said. */
export function findingAddress(finding: Finding): string {
	const pages = PAGE_SIZE_MAX / PAGE_SIZE_DEFAULT;
	return listAddress({ search: "", finding, sort: null, from: null, pages });
}
