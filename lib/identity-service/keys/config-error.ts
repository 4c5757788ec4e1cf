/** A setting cannot be used; the message says which one and why, and is all that a person needs. */
export class ConfigError extends Error {
	override name = "ConfigError";
}
