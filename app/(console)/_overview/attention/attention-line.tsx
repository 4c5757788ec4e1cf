import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { BlockLink } from "../block-link";

type AttentionLineProps = {
	tone: "warning" | "danger";
	/** What it is, in a word or two. */
	word: string;
	children: ReactNode;
	/** Where it is mended. */
	link: { href: string; text: string };
};

export function AttentionLine({ tone, word, children, link }: AttentionLineProps) {
	return (
		<li className="grid items-baseline justify-items-start sm:grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-1.5 text-sm">
			<span>
				<Badge tone={tone}>{word}</Badge> {children}
			</span>
			<BlockLink href={link.href}>{link.text}</BlockLink>
		</li>
	);
}
