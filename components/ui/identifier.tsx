import { Breakable } from "./breakable";
import { CopyButton } from "./copy-button";

/** An identifier, whole and in code type, with a button that copies it. */
export function Identifier({ value, label }: { value: string; label: string }) {
	return (
		<span className="identifier">
			<code>
				<Breakable text={value} />
			</code>
			<CopyButton text={value} label={label} />
		</span>
	);
}
