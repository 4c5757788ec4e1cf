import { classNames } from "./class-names";

type AvatarProps = {
	/** Of a person or a tenant. The name is in the text beside it, so the avatar is hidden from screen readers. */
	name: string;
	tone?: "neutral" | "accent" | "warning";
	/** Round for people, square for everything else. */
	shape?: "round" | "square";
};

/** The initials of a name, as generated content. */
export function Avatar({ name, tone = "neutral", shape = "round" }: AvatarProps) {
	return (
		<span
			aria-hidden="true"
			data-initials={initialsOf(name)}
			className={classNames("avatar", shape === "round" && "round", `tone-${tone}`)}
		/>
	);
}

/** The first letters of the first and of the last word; of an e-mail address those of the part before the “@”. */
export function initialsOf(name: string): string {
	const [local = ""] = name.split("@");
	const letters = local.split(/[\s._-]+/).flatMap((word) => /[\p{L}\p{N}]/u.exec(word)?.[0].toUpperCase() ?? []);
	return [letters.at(0), letters.length > 1 ? letters.at(-1) : ""].join("") || "?";
}
