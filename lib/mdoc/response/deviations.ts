import type { CborOf } from "../cbor/decode-cbor";
import { field, textOf } from "../cbor/fields";
import { MdocFault } from "../mdoc-fault";
import type { CheckName } from "../verification/verification";

/** A response with more of them is not read any further. */
const DEVIATIONS_MAX = 20;

/** Deviations from ISO/IEC 18013-5 with which the rest can still be read, by the check that fails for each. */
export class Deviations {
	readonly #reported: { check: CheckName; sentence: string }[] = [];

	get all(): readonly { check: CheckName; sentence: string }[] {
		return this.#reported;
	}

	/** @throws MdocFault where it is one too many */
	report(check: CheckName, { message, at }: Pick<MdocFault, "message" | "at">): void {
		if (this.#reported.length === DEVIATIONS_MAX) {
			throw new MdocFault(`More than ${DEVIATIONS_MAX} things in it do not follow the standard. ${message}`, at);
		}
		const sentence = at === null ? message : message.replace(/\.$/, ` (byte ${at}).`);
		this.#reported.push({ check, sentence });
	}

	/** The result of `read`; where it throws, the check fails, and the result is `otherwise`. */
	orElse<Part, Other>(check: CheckName, read: () => Part, otherwise: Other): Part | Other {
		try {
			return read();
		} catch (error) {
			if (!(error instanceof MdocFault)) throw error;
			this.report(check, error);
			return otherwise;
		}
	}
}

const VERSION = /^1\.\d{1,3}$/;

/** Later versions with the same first number may only add to a structure: the known parts are read. */
export function checkVersion(map: CborOf<"map">, what: string, deviations: Deviations): void {
	deviations.orElse(
		"conformance",
		() => {
			const item = field(map, "version", `The version of ${what}`);
			if (VERSION.test(textOf(item, `The version of ${what}`))) return;
			throw new MdocFault(`The version of ${what} is not 1.0 or another that begins with 1.`, item.at);
		},
		undefined,
	);
}
