import { isRecord } from "./kinds/kind";

// What an answer leaves out of a request is unknown. A value that clears is met by one that is not there.

/** Whether an answer leaves out something of a request, at any depth of its objects. */
export function omits(answer: object, sent: object): boolean {
	const given: Record<string, unknown> = { ...answer };
	return Object.entries(sent).some(([name, value]) => {
		const found = given[name];
		if (isRecord(value) && isRecord(found)) return omits(found, value);
		return found === undefined && !isEmpty(value);
	});
}

/** The answer with what it leaves out of a request, from another state of the resource. */
export function withOmitted(answer: object, sent: object, from: unknown): object {
	const filled: Record<string, unknown> = { ...answer };
	const source = isRecord(from) ? from : {};
	for (const [name, value] of Object.entries(sent)) {
		const found = filled[name];
		if (isRecord(value) && isRecord(found)) filled[name] = withOmitted(found, value, source[name]);
		else if (found === undefined && !isEmpty(value) && source[name] !== undefined) filled[name] = source[name];
	}
	return filled;
}

function isEmpty(value: unknown): boolean {
	if (value === undefined || value === null || value === "") return true;
	return typeof value === "object" && Object.keys(value).length === 0;
}
