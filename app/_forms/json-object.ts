export type JsonObject = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is JsonObject {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value where it is an object; an empty one in place of all else. */
export function objectOf(value: unknown): JsonObject {
	return isObject(value) ? value : {};
}

/** An object with another value of a name, without the name for `undefined`. @returns undefined where nothing is left in it */
export function withPart(object: unknown, name: string, value: unknown): JsonObject | undefined {
	const { [name]: _, ...others } = objectOf(object);
	const whole = value === undefined ? others : { ...others, [name]: value };
	return Object.keys(whole).length > 0 ? whole : undefined;
}

/** The texts of a list; none of all else. */
export function textsOf(value: unknown): string[] {
	return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}
