import { classNames } from "./class-names";

/** "31 / 255", in Unicode code points. Not part of the field's name. */
export function FieldCounter({ text, max }: { text: string; max: number }) {
	const length = [...text].length;
	return <span className={classNames("length", length > max && "over")}>{`${length} / ${max}`}</span>;
}
