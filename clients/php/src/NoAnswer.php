<?php

declare(strict_types=1);

namespace Waybill;

/** The service did not answer. Whether it carried the request out is unknown. */
final class NoAnswer extends \RuntimeException
{
}
