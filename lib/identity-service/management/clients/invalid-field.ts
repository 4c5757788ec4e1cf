import { Refusal } from "../../http/refusal";

/** 400 for a field whose value is of the right shape and cannot be taken all the same, in the validator's wording. */
export function invalidField(name: string, text: string): Refusal {
	return new Refusal(400, "invalid_body", `Payload validation error: '${text}' on property ${name}.`);
}
