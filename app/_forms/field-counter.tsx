import { classNames } from "@/components/ui/class-names";
import { textLength } from "@/lib/contract/limits";

/** "31 / 255": the length as the contract counts it. Not part of the field's name. */
export function FieldCounter({ text, max }: { text: string; max: number }) {
	const length = textLength(text);
	return <span className={classNames("length", length > max && "over")}>{`${length} / ${max}`}</span>;
}
