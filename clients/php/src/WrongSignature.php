<?php

declare(strict_types=1);

namespace Waybill;

/** A message that does not come from the store, or is older than five minutes. */
final class WrongSignature extends \RuntimeException
{
}
