import { PageLink } from "@/components/layout/links";
import { nameInWords } from "@/components/ui/invisible-characters";
import { Name } from "@/components/ui/name";
import { type Clock, TimeText } from "@/components/ui/time-text";
import { isOfUser } from "@/lib/dashboard/audit/audit-entry";
import { pageOf } from "@/lib/dashboard/resources/resources";
import type { TemplateVersion } from "@/lib/dashboard/store/template-versions";

type WrittenVersion = Pick<TemplateVersion, "author" | "origin" | "fromAt" | "at">;

/** Who wrote a version, or between which reads it was changed elsewhere; nothing for one that was there before. */
export function VersionAuthor({ version, clock }: { version: WrittenVersion; clock: Clock }) {
	const { author, origin, fromAt, at } = version;
	if (author && isOfUser(author)) {
		return (
			<PageLink
				href={pageOf("user", author.subject)}
				className="inline-flex min-h-6 items-center justify-self-start font-medium underline-offset-2 hover:underline"
			>
				<Name text={author.person} />
			</PageLink>
		);
	}
	if (author) return <p className="font-medium">{author.person}</p>;
	if (origin === "seen") return null;
	return (
		<p>
			<span className="font-medium">Changed outside of this console</span> between{" "}
			<TimeText value={fromAt} clock={clock} /> and <TimeText value={at} clock={clock} />
		</p>
	);
}

/** The same within a sentence and in the options of a list: "Ann", "changed outside of this console". */
export function authorInWords({ author, origin }: WrittenVersion): string {
	if (author) return nameInWords(author.person);
	return origin === "seen" ? "first seen" : "changed outside of this console";
}
